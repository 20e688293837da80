/** Mutants that change nothing anybody could notice, and why. They are not tried. */
export const equivalents: ReadonlyMap<string, string> = new Map([
  [
    'private.writes_a_minute: then 100 else 20 → then 101 else 20',
    'Staff cannot insert tickets: tickets_insert_customer refuses them before the limit.',
  ],
])
