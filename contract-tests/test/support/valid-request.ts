import { type Contract, type Json, requestMedia } from "content-service-contract";

/** Whether the body of a request is valid by the contract of a service. */
export function isValidRequest(
  { operations, isValid }: Contract,
  method: string,
  pathname: string,
  body: Json,
): boolean {
  const isAt = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, "\\w+")}$`).test(pathname);
  const operation = operations.find((one) => one.method === method.toLowerCase() && isAt(one.path));
  const { schema } = (operation && requestMedia(operation)) ?? {};
  return schema === undefined || isValid(schema, body);
}
