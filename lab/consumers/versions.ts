/** The versions that `npm run lab -- consumers` installs. */
export const versions = {
  node: ["20.20.2", "22.23.3", "24.21.0", "26.10.0"],
  typescript: ["5.4.5", "5.5.4", "5.6.3", "5.7.3", "5.8.3", "5.9.3", "6.0.3", "7.0.2"],
  "@types/node": "20.19.43",
  vite: "8.3.8",
  esbuild: "0.28.2",
  bun: "1.4.5",
  deno: "2.9.6",
  workerd: "1.20261117.1",
  next: "16.4.6",
  react: "19.3.1",
  "@types/react": "19.3.0",
  vitest: "4.1.12",
  jest: "30.5.2",
  "@types/jest": "30.0.0",
} as const;
