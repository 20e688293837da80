import type { Live } from './realtime'

export type { Room } from './realtime'

/** Loads the page's realtime connection. Not for the first screen. */
export const loadLive = async (): Promise<Live> => (await import('./socket')).pageLive()
