import { type Agent, request } from "node:http";

/** What is sent. */
export interface Sent {
  readonly token: string;
  readonly method?: string;
  /** JSON. */
  readonly body?: string;
}

/**
 * Sends one request and reads the answer to its end. It is plain node:http, since what sends should take no more of the
 * machine than it must. Rejects when the answer is not a success: answers that are refused may well be faster.
 */
export function send(agent: Agent, url: string, { token, method = "GET", body }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const sent = request(url, { agent, method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
      });
      answer.on("error", reject);
      answer.on("end", () => {
        const { statusCode = 0 } = answer;
        if (statusCode >= 200 && statusCode < 300) resolve(text);
        else reject(new Error(`${method} ${url} answered ${statusCode}: ${text}`));
      });
    });
    sent.on("error", reject).end(body);
  });
}
