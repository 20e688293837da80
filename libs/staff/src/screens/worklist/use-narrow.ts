import { useMedia } from '@helpdesk/ui/media/use-media'

/** True on pages below the theme's `md`, where filters are in a sheet. */
export const useNarrow = (): boolean => !useMedia('(min-width: 48rem)')
