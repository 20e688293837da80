import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

const tagSchema = z.object({ tag: z.string(), tickets: z.number() })
/** A tag and how many of the newest 20,000 tagged tickets have it. */
export type TagCount = z.infer<typeof tagSchema>

/** Up to 200 tags, most used first. @throws AppError `admin_required` */
export async function countTags(): Promise<TagCount[]> {
  const data = await loadData()
  return ask(data.rpc('count_tags'), z.array(tagSchema))
}

export const useTagCounts = () => useQuery({ queryKey: adminKeys.tags(), queryFn: countTags })
