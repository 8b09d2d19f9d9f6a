import type { PreparedRequest } from "../request/call.js";

/** Refuses an offset beyond the contract's bound, which the service would answer with 400. */
export function checkOffset({ url, call }: PreparedRequest): void {
  const max = call.info?.paging?.maxOffset;
  if (max !== undefined && Number(new URL(url).searchParams.get("offset")) > max) {
    throw new TypeError(`query.offset must be at most ${max}: use marker paging (usemarker: true) beyond that`);
  }
}
