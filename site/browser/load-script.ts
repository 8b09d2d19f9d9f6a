/** Runs a script of the site that not every reader needs. It rejects when the file is not there. */
export function loadScript(src: string): Promise<void> {
  const known = loaded.get(src);
  if (known !== undefined) return known;
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${src} did not load`));
    document.head.append(script);
  });
  loaded.set(src, promise);
  return promise;
}

const loaded = new Map<string, Promise<void>>();
