/** The files of a build: integrity of scripts and style sheets by path, and 12 hexadecimal digits over everything. */
export declare function hashFiles(dist: string): { files: Record<string, string>; hash: string }
