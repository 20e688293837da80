/**
 * The parts of the query cache that remotes use. Shared once like the router: the cache reaches components through a
 * React context, of which a second copy would know nothing.
 */
export { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
export type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
export { useCommand } from './command/use-command'
