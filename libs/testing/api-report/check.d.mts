export declare function checkApi(
  root: string,
  name: string,
  base?: string,
): { changed: boolean; problem: string | null; write: () => void }
export declare function problemOf(
  name: string,
  version: string,
  after: readonly string[],
  reports: readonly string[],
): string | null
export declare function reportAt(root: string, name: string, commit: string): string
