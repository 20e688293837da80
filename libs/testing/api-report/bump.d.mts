export type Change = 'none' | 'added' | 'breaking'
export declare function changeOf(before: readonly string[], after: readonly string[]): Change
export declare function nextVersion(version: string, change: Change): string
export declare function isAtLeast(version: string, minimum: string): boolean
