export const loading = 'Loading…'
export const retry = 'Try again'
export const failed = 'Something went wrong'
