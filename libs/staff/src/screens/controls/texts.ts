export const removeTag = (tag: string) => `Remove tag ${tag}`
export const addATag = 'Add a tag'
export const add = 'Add'
