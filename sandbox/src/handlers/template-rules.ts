import type { components } from "../../../generated/types.js";
import type { Invalid } from "./invalid.js";

type TemplateCreate = components["schemas"]["MetadataTemplateCreate"];

/** What is wrong with the fields of a new template beyond what the contract can say. */
export function faultsOfTemplate({ fields = [] }: TemplateCreate): Invalid[] {
  return fields.flatMap(({ key, type, options = [] }, index): Invalid[] => {
    const repeated = fields.findIndex((field) => field.key === key) < index;
    const chooses = type === "enum" || type === "multiSelect";
    const optionKeys = options.map((option) => option.key);
    const repeatedOption = optionKeys.findIndex((option, at) => optionKeys.indexOf(option) < at);
    return [
      ...(repeated ? [[`fields[${index}].key`, "Another field has this key."] as const] : []),
      ...(key.startsWith("$") ? [[`fields[${index}].key`, "Keys with $ belong to the service."] as const] : []),
      ...(options.length > 0 && !chooses
        ? [[`fields[${index}].options`, "Only an enum or a multiSelect has options."] as const]
        : []),
      ...(repeatedOption >= 0
        ? [[`fields[${index}].options[${repeatedOption}].key`, "Another option has this key."] as const]
        : []),
    ];
  });
}

/**
 * Makes the key of a template from its display name: the words in camel case, cut to the length that a key may have. A
 * number is added where the key is taken.
 */
export function keyFrom(displayName: string, isTaken: (key: string) => boolean): string {
  // Without its marks, a letter from outside ASCII does not end its word.
  const plain = displayName.normalize("NFKD").replace(/\p{M}/gu, "");
  const words = plain.match(/[a-zA-Z0-9]+/g) ?? ["template"];
  const joined = words.map((word, index) => (index === 0 ? word.toLowerCase() : capitalised(word))).join("");
  const base = /^\d/.test(joined) ? `_${joined}` : joined;
  for (let count = 0; ; count += 1) {
    const end = count === 0 ? "" : String(count);
    const key = base.slice(0, MAX_KEY_LENGTH - end.length) + end;
    if (!isTaken(key)) return key;
  }
}

const MAX_KEY_LENGTH = 64;

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
}
