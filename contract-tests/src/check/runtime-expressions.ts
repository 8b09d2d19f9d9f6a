/** The parts of a runtime expression (OpenAPI 3.1, section 4.8.20.4), such as `$request.body#/id`. Undefined for other text. */
export function parseExpression(text: string) {
  const [, alone, source = alone, parameter, name, place = parameter, at = name] =
    /^\$(?:(url|method|statusCode)|(request|response)\.(?:(path|query|header)\.([^#]+)|(body)(?:#(|\/.*))?))$/.exec(
      text,
    ) ?? [];
  return source === undefined ? undefined : { source, place, name: at };
}

export function pathParameter(text: string | undefined): string | undefined {
  const { source, place, name } = parseExpression(text ?? "") ?? {};
  return source === "request" && place === "path" ? name : undefined;
}
