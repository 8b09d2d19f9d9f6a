import { isJsonObject, type JsonObject } from "content-service-contract";
import type { Misbehave, Sent } from "./defects.js";

export const isUpdate = ({ method, path }: Sent) => method === "PUT" && /^\/files\/\d+(\?|$)/.test(path);

/** Returns a success without making the change. */
export const forgetting =
  (name: string, shown: (value: JsonObject) => JsonObject = () => ({})): Misbehave =>
  async (sent) => {
    const { [name]: value } = sent.json;
    if (!isUpdate(sent) || value === undefined) return sent.forward();
    const other = isJsonObject(value) ? shown(value) : value;
    const changed = { ...(await (await sent.forward({ body: {} })).json()), [name]: other };
    return Response.json({ ...changed, etag: `${changed.etag}1` });
  };
