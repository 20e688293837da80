/** What is wrong with a full name (3 to 50 characters), or null. The same rule as at sign-up. */
export function nameError(name: string): string | null {
  const { length } = name.trim()
  if (length < 3) return 'Full name must be at least 3 characters'
  return length > 50 ? 'Full name must not exceed 50 characters' : null
}
