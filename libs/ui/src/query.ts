/**
 * The parts of the query cache that remotes use. Shared like the router: components get the cache through a React
 * context, which a second copy would not have.
 */
export { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
export type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
export { useCommand } from './command/use-command'
