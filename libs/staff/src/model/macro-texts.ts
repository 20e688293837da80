export const textTooLong = (max: number) => `Text must not exceed ${max} characters`
export const textRequired = 'Text is required, unless the macro sets something'
export const invalidTags = 'Invalid tags'
export const nameRequired = 'Name is required'
export const nameTooLong = (max: number) => `Name must not exceed ${max} characters`
