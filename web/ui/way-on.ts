/** What leads on from where nothing is: the shell brings it (web/shell/ways-on.tsx), as only it knows the pages that there are. */
import { createContext, type ReactNode } from 'react'

export const WayOn = createContext<ReactNode>(null)
