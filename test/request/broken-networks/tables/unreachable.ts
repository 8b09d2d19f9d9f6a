import { nobody, noSuchHost } from "../place.js";
import { noAnswer, type Row } from "../row.js";
import { overTls, withoutTls } from "../tls.js";

/** Nobody is there, or it is not who it should be: the request, with its token, never leaves. */
export const unreachable: readonly Row[] = [
  {
    fault: "DNS: the name leads nowhere",
    place: noSuchHost,
    gives: noAnswer("ENOTFOUND", "EAI_AGAIN"),
    sent: [4, 1],
    reaches: "nothing",
    advice: "Check `baseUrl`, and the name server of the machine.",
  },
  {
    fault: "the connection is refused",
    place: nobody,
    gives: noAnswer("ECONNREFUSED"),
    sent: [4, 1],
    reaches: "nothing",
    advice: "Check host and port of `baseUrl`; the service may be down.",
  },
  {
    fault: "TLS: the certificate is signed by itself",
    place: overTls({}),
    gives: noAnswer("DEPTH_ZERO_SELF_SIGNED_CERT"),
    sent: [4, 1],
    reaches: "connections",
    advice: "Do not go on. If it is your own server, give its certificate to Node in `NODE_EXTRA_CA_CERTS`.",
  },
  {
    fault: "TLS: nobody knows who signed the certificate",
    place: overTls({ signed: true }),
    gives: noAnswer("UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    sent: [4, 1],
    reaches: "connections",
    advice: "Give the certificate of your company's authority to Node in `NODE_EXTRA_CA_CERTS`.",
  },
  {
    fault: "TLS: the certificate is for another host",
    place: overTls({ host: "other.example", signed: true, trusted: true }),
    gives: noAnswer("ERR_TLS_CERT_ALTNAME_INVALID"),
    sent: [4, 1],
    reaches: "connections",
    advice: "Check `baseUrl`: this is somebody else.",
  },
  {
    fault: "TLS: the certificate has expired",
    place: overTls({ expired: true, signed: true, trusted: true }),
    gives: noAnswer("CERT_HAS_EXPIRED"),
    sent: [4, 1],
    reaches: "connections",
    advice: "Check the clock of the machine. Whoever runs the service must renew it.",
  },
  {
    fault: "TLS: the server speaks plain HTTP",
    place: withoutTls,
    gives: noAnswer("ERR_SSL_WRONG_VERSION_NUMBER"),
    sent: [4, 1],
    reaches: "connections",
    advice: "Check the port of `baseUrl`.",
  },
];
