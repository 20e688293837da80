/** The letter of a person's avatar. */
export const initialOf = (name: string): string => ([...name][0] ?? '').toUpperCase()
