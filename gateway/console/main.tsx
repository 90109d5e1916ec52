// The console: a single page that shows what the interface answers.
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Fragment, StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query_client.ts';
import { router } from './router.tsx';
import { theme, variables } from './style/theme.ts';
import { startLanguage } from './words/choose.ts';
import { language, subscribeLanguage } from './words/language.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
// The part that keeps a page from scrolling behind a dialog looks for it here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
const place = document.getElementById('console');

/** Another language shows everything anew. */
function Console() {
  const shown = useSyncExternalStore(subscribeLanguage, language);
  return (
    <Fragment key={shown}>
      <Notifications position="bottom-right" limit={3} />
      <RouterProvider router={router} />
    </Fragment>
  );
}

await startLanguage();
if (place)
  createRoot(place).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <Console />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
