/** Mutants that change nothing anybody could notice, and why. They are not tried. */
export const equivalents: ReadonlyMap<string, string> = new Map<string, string>([])
