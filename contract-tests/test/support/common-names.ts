/** Names of RFC 6749, and common ones that inference reads in any contract. */
const STANDARD =
  /^(\$?id|by|password|user_id|If-(None-)?Match|type|name|title|email|login|url|key|value|text|status|code|error|message|body|path|query|header|fields|role|roles|parent|domain|etag|sha1|lock|scope|from|format|limit|offset|page|marker|entries|items|item|tags|order|direction|description|options|version|events|size|action|access|force|hidden|policy|user|permissions|enabled|(access|refresh)_token|client_(id|secret)|(grant|token)_type|expires_in|error_description|(created|modified|assigned|applied|acknowledged|trashed)_at|(created|owned|assigned|modified)_by)$/;
/** Members that `x-paging` and `x-conventions: [errors]` stand for. */
const CONVENTIONS = /^(total_count|(next|prev)_marker|usemarker|context_info|request_id|reason|errors|help_url)$/;

/** Whether a name is no name of one contract. */
export function isCommonName(name: string): boolean {
  return STANDARD.test(name) || CONVENTIONS.test(name);
}
