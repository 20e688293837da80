import type { TestUser } from './backend'

/** The topics on which the user receives changes. */
export const changeTopics = async (user: TestUser): Promise<string[]> => {
  const { data } = await user.client.rpc('changes_since', {})
  return data.topics
}
