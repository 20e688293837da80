export const underAMinute = 'under 1 min'
export const minutes = (count: number) => `${count} min`
export const hours = (count: string) => `${count}h`
export const days = (count: string) => `${count} days`
export const milliseconds = (count: number) => `${count} ms`
export const seconds = (count: string) => `${count} s`
