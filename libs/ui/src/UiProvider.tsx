import { ChakraProvider } from '@chakra-ui/react'
import { useEffect, type ReactNode } from 'react'
import { followColorMode } from './color-mode/color-mode'
import { guardSecondClicks } from './command/second-click'
import { system } from './theme/system'
import { Toaster } from './toast/Toaster'

/** Styles, colour mode and toasts; stands once, around the whole product. */
export function UiProvider({ children }: { children: ReactNode }) {
  useEffect(followColorMode, [])
  useEffect(guardSecondClicks, [])
  return (
    <ChakraProvider value={system}>
      {children}
      <Toaster />
    </ChakraProvider>
  )
}
