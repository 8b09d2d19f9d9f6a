import type { TestProject } from "vitest/node";

/** Tells whether every test file with such a name ran, and every test in it; a filter leaves some out. */
export async function ranInFull(project: TestProject, name: RegExp): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const wanted = testFiles.filter((file) => name.test(file));
  const modules = project.vitest.state.getTestModules().filter((one) => one.project.name === project.name);
  return wanted.every((file) => {
    const tests = modules.find(({ moduleId }) => moduleId === file)?.children.allTests() ?? [];
    const states = [...tests].map((one) => one.result().state);
    return states.length > 0 && states.every((state) => state === "passed" || state === "failed");
  });
}
