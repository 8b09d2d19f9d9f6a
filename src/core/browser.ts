/** Whether this is a page of a browser, or a worker of one: the HTML standard gives only these an `appCodeName`. */
export const inBrowser = () => !!(globalThis as { navigator?: { appCodeName?: string } }).navigator?.appCodeName;
