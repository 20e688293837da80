export const thrownValue = 'Thrown value'
