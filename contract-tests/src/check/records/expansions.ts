import { type Contract, type Json, type Operation, pointer, stringsAt } from "content-service-contract";

/** The queries by which a response shows other records inside, such as `include=author`. */
export function expansionsOf(contract: Contract, { parameters }: Operation): Record<string, Json>[] {
  return parameters.flatMap(({ in: place, name, schema }) => {
    if (place !== "query" || !/^(include|expand|embed)$/i.test(name)) return [];
    const { items } = contract.schemaAt(schema);
    const values = stringsAt(
      contract.schemaAt(items === undefined ? schema : pointer(contract.pointerOf(schema), "items")),
      "enum",
    );
    return values.slice(0, MOST_EXPANSIONS).map((one) => ({ [name]: items === undefined ? one : [one] }));
  });
}

const MOST_EXPANSIONS = 3;
