export declare const PACKAGES: readonly string[]
export declare function apiOf(root: string, name: string): string[]
export declare function short(type: string): string
