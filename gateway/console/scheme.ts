// Runs before anything is painted: the colours that were chosen last, else those of the reader's system. A file of its
// own, because the page allows no inline scripts.
const chosen = localStorage.getItem('mantine-color-scheme-value');
const isDark =
  chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
