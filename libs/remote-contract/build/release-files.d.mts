/** The files of a build: integrity of scripts and style sheets by path, and a hash over everything. */
export declare function hashFiles(dist: string): { files: Record<string, string>; hash: string }
/** The version of a release: that of the app's package and 12 hexadecimal digits over files and manifest. */
export declare function releaseVersion(folder: string, hash: string, manifest: object): string
