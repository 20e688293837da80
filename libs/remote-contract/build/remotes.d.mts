/** Names of the remotes of a checkout, sorted: the folders with a `remote.config.ts`. */
export declare function remoteNames(apps?: string): string[]
/** Ports of the development servers by app, the shell's first. */
export declare const DEV_PORTS: Record<string, number> & { shell: number }
