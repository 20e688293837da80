export const minutes = (count: number) => `${count} min`
export const hours = (count: number) => `${count}h`
