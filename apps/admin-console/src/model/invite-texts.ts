export const addressInvalid = 'Please enter a valid email address'
export const tooManyAddresses = (max: number, count: number) =>
  `You can invite at most ${max} people at once. You entered ${count} addresses.`
export const mailed = (count: number) => `${count} invited`
export const unmailed = (count: number) => `${count} invited without an email`
export const refused = (count: number) => `${count} not invited`
