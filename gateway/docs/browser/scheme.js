// The colours of the pages under /docs: those that were chosen in the console, else those of the reader's system. It runs
// in the head of each page, before anything is painted. The console keeps its choice under the same name; a choice that is
// made there while a page is open counts at once. Without scripts, the style sheet goes by the system's colours.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const readChoice = () => {
    try {
      return localStorage.getItem('mantine-color-scheme-value');
    } catch {
      return null;
    }
  };
  const show = () => {
    const chosen = readChoice();
    const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.classList.toggle('dark-mode', isDark);
    document.documentElement.classList.toggle('light-mode', !isDark);
  };
  show();
  system.addEventListener('change', show);
  addEventListener('storage', show);
})();
