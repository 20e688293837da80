import { ChakraProvider } from '@chakra-ui/react'
import { useEffect, type ReactNode } from 'react'
import { followColorMode } from './color-mode/color-mode'
import { system } from './theme/system'
import { Toaster } from './toast/Toaster'

/** Styles, color mode and toasts; rendered once around the whole product. */
export function UiProvider({ children }: { children: ReactNode }) {
  useEffect(followColorMode, [])
  // loaded after the first paint; until then commands themselves ignore a double click
  useEffect(() => {
    let mounted = true
    let stop: () => void = () => undefined
    import('./command/second-click').then(
      ({ guardSecondClicks }) => (stop = mounted ? guardSecondClicks() : stop),
      () => undefined,
    )
    return () => {
      mounted = false
      stop()
    }
  }, [])
  return (
    <ChakraProvider value={system}>
      {children}
      <Toaster />
    </ChakraProvider>
  )
}
