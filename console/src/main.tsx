import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './kit/theme/forced-colors.css'
import './kit/theme/global.css'
import './kit/theme/motion.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { makeQueryClient } from './api/query-client.ts'
import { ignoreStrayFiles } from './browser/ignore-stray-files.ts'
import { Messages } from './kit/feedback/messages.tsx'
import { printInLight } from './kit/theme/print-in-light.ts'
import { styleNonce } from './kit/theme/style-nonce.ts'
import { cssVariables, theme } from './kit/theme/theme.ts'
import { ShortcutsProvider } from './keyboard/shortcuts-provider.tsx'
import { loadPageCode, makeRouter } from './router.tsx'
import { endSession, followSession, onSignInElsewhere, sessionQuery } from './sessions/session.ts'

window.__webpack_nonce__ = styleNonce()

const queryClient = makeQueryClient({ onSignedOut: leaveForSignIn, onOtherSession })
onSignInElsewhere(onOtherSession)
const router = makeRouter(queryClient)
loadPageCode(router)
ignoreStrayFiles()
printInLight()

/**
 * Opens the sign-in page if the session ends while a page is open. For this, the function runs the route guard, which
 * also remembers the page to return to.
 */
function leaveForSignIn(): void {
  if (queryClient.getQueryData(sessionQuery.queryKey) === null) return
  endSession(queryClient)
  void router.invalidate()
}

/**
 * Reads the session again, for example after a sign-in in another tab. If this read fails, the next write with an
 * outdated CSRF token is rejected and calls this function again.
 */
function onOtherSession(): void {
  void followSession(queryClient, router).catch(() => undefined)
}

createRoot(document.querySelector('#console')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Messages />
        <ShortcutsProvider>
          <RouterProvider router={router} />
        </ShortcutsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
