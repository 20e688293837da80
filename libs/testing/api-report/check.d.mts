export declare function checkApi(
  root: string,
  name: string,
): { changed: boolean; problem: string | null; write: () => void }
