export const sortBy = (column: string) => `Sort by ${column}`
