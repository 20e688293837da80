export const tagTooLong = (max: number) => `A tag must not exceed ${max} characters`
export const tooManyTags = (max: number) => `A ticket can have at most ${max} tags`
export const tagsTooLong = 'These tags are too long in total'
