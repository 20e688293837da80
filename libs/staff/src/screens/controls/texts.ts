export const removeTag = (tag: string) => `Remove tag ${tag}`
export const addATag = 'Add a tag'
export const add = 'Add'
export const tagsInUse = 'Tags in use'
export const createTag = (tag: string) => `Create tag “${tag}”`
