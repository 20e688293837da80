export declare const PACKAGES: readonly string[]
export declare function apiOf(root: string, name: string): string[]
