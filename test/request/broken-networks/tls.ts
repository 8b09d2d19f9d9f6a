import { createServer } from "node:https";
import { generate } from "selfsigned";
import { overHttp, overServer, type PlaceMaker } from "./place.js";

interface Certificate {
  /** Whom it is for; this machine unless given. */
  readonly host?: string;
  readonly expired?: boolean;
  /** Whether an authority signed it; it signs itself otherwise. */
  readonly signed?: boolean;
  /** Whether the client knows that authority. */
  readonly trusted?: boolean;
}

const authority = generate([{ name: "commonName", value: "Authority" }], {
  ...newKey(),
  extensions: [{ name: "basicConstraints", cA: true, critical: true }],
});

/** A server with a certificate made for the test, which would answer as the service does. */
export function overTls({ host, expired = false, signed = false, trusted = false }: Certificate): PlaceMaker {
  return async (around) => {
    const { cert, key } = await authority.then(({ cert, private: key }) => ({ cert, key }));
    const made = await generate([{ name: "commonName", value: host ?? "127.0.0.1" }], {
      ...newKey(),
      extensions: [
        { name: "basicConstraints", cA: false },
        {
          name: "subjectAltName",
          altNames: [host === undefined ? { type: 7, ip: "127.0.0.1" } : { type: 2, value: host }],
        },
      ],
      ...(expired && { notBeforeDate: new Date("2020-01-01"), notAfterDate: new Date("2021-01-01") }),
      ...(signed && { ca: { cert, key } }),
    });
    const place = await overServer(
      around,
      (listener) => createServer({ cert: made.cert, key: made.private }, listener),
      "https",
      ({ response }) => response.end('{"type":"user","id":"1004"}'),
    );
    return trusted ? { ...place, fetch: around.transport.trusting(cert) } : place;
  };
}

/** A server that speaks plain HTTP, at an address that promises TLS. */
export const withoutTls: PlaceMaker = async (around) => {
  const place = await overHttp(({ response }) => response.end("{}"))(around);
  return { ...place, url: place.url.replace("http:", "https:") };
};

function newKey() {
  return { keyType: "ec", algorithm: "sha256" } as const;
}
