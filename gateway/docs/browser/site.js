// What scripts add to every page under /docs: the search, buttons that copy code, the address of this service in examples,
// and lists that close once something in them is chosen.
(() => {
  /**
   * A part of a page: where it is, the names of the page and of the part, and its words.
   * @typedef {{ path: string, page: string, part: string, words: string }} Part
   */

  /**
   * @param {string} selector
   * @returns {HTMLElement | null}
   */
  const find = (selector) => document.querySelector(selector);

  for (const place of document.querySelectorAll('[data-origin]')) place.textContent = location.origin;

  for (const list of document.querySelectorAll('nav[popover]'))
    list.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLAnchorElement && list.matches(':popover-open'))
        /** @type {HTMLElement} */ (list).hidePopover();
    });

  for (const code of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      // Without HTTPS a browser may offer no clipboard: the code is then chosen for the reader to copy.
      const text = code.querySelector('pre')?.textContent ?? '';
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = 'Copied';
      } catch {
        getSelection()?.selectAllChildren(code.querySelector('pre') ?? code);
        button.textContent = 'Chosen: copy it';
      }
    });
    for (const end of ['blur', 'pointerleave'])
      button.addEventListener(end, () => {
        button.textContent = 'Copy';
      });
    code.append(button);
  }

  const field = /** @type {HTMLInputElement} */ (find('#search'));
  const found = /** @type {HTMLElement} */ (find('#found'));
  const count = /** @type {HTMLElement} */ (found.querySelector('p'));
  const list = /** @type {HTMLElement} */ (found.querySelector('ul'));
  const mostFound = 20;
  /** Characters shown around the first word that was found. */
  const around = 60;

  /** @type {Promise<Part[]> | undefined} */
  let reading;
  const readIndex = () => {
    reading ??= fetch(field.dataset.index ?? '').then((answer) => answer.json());
    reading.catch(() => {
      reading = undefined;
    });
    return reading;
  };

  /**
   * How well a part fits; 0 when a word is in none of its texts. Names count more than what is below them.
   * @param {Part} part
   * @param {string[]} words
   */
  const rate = ({ page, part, words: text }, words) => {
    let sum = 0;
    for (const word of words) {
      const [inPart, inPage, inText] = [part, page, text].map((each) => each.toLowerCase().indexOf(word));
      if (inPart < 0 && inPage < 0 && inText < 0) return 0;
      sum += (inPart >= 0 ? 12 : 0) + (inPart === 0 ? 6 : 0) + (inPage >= 0 ? 6 : 0) + (inText >= 0 ? 1 : 0);
      if (part.toLowerCase() === word || (part === page && page.toLowerCase() === word)) sum += 20;
    }
    return sum;
  };

  /**
   * Adds text in which the words are marked.
   * @param {HTMLElement} place
   * @param {string} text
   * @param {string[]} words
   */
  const addMarked = (place, text, words) => {
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pieces = text.split(new RegExp(`(${escaped.join('|')})`, 'gi'));
    const nodes = pieces.map((piece, index) => {
      if (index % 2 === 0) return piece;
      const mark = document.createElement('mark');
      mark.textContent = piece;
      return mark;
    });
    place.append(...nodes);
  };

  /**
   * @param {string} text
   * @param {string[]} words
   */
  const excerptOf = (text, words) => {
    const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
    const first = places.length > 0 ? Math.min(...places) : 0;
    const start = first > around ? text.indexOf(' ', first - around) + 1 : 0;
    const end = start + around * 2.5;
    const isCut = end < text.length;
    const shown = isCut ? text.slice(start, text.lastIndexOf(' ', end)) : text.slice(start);
    return `${start > 0 ? '… ' : ''}${shown}${isCut ? ' …' : ''}`;
  };

  /**
   * @param {Part} part
   * @param {string[]} words
   */
  const renderPart = ({ path, page, part, words: text }, words) => {
    const [item, link, name, excerpt] = ['li', 'a', 'b', 'small'].map((tag) => document.createElement(tag));
    link.setAttribute('href', path);
    addMarked(name, part === page ? page : `${page}: ${part}`, words);
    addMarked(excerpt, excerptOf(text, words), words);
    link.append(name, excerpt);
    item.append(link);
    return item;
  };

  const close = () => {
    found.hidden = true;
  };

  const search = async () => {
    const asked = field.value;
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return close();
    try {
      const parts = await readIndex();
      // What was typed meanwhile is searched for by itself.
      if (field.value !== asked) return;
      const rated = parts
        .map((part) => ({ part, points: rate(part, words) }))
        .filter(({ points }) => points > 0);
      rated.sort((a, b) => b.points - a.points);
      const shown = rated.slice(0, mostFound);
      count.textContent = rated.length === 0 ? 'Nothing found.' : `${rated.length} found`;
      list.replaceChildren(...shown.map(({ part }) => renderPart(part, words)));
    } catch {
      count.textContent = 'The search cannot be loaded right now.';
      list.replaceChildren();
    }
    found.hidden = false;
  };

  const box = /** @type {HTMLElement} */ (field.closest('.search'));
  box.hidden = false;
  field.addEventListener('focus', () => readIndex().catch(() => {}));
  field.addEventListener('input', search);
  field.addEventListener('focus', search);
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!box.contains(/** @type {Node | null} */ (relatedTarget))) close();
  });
  // A click must not take the focus away before the link is followed.
  found.addEventListener('pointerdown', (event) => event.preventDefault());
  found.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close();
  });
  box.addEventListener('keydown', (event) => {
    const stops = [field, ...list.querySelectorAll('a')];
    const at = stops.indexOf(/** @type {HTMLInputElement} */ (document.activeElement));
    if (event.key === 'Escape') {
      field.focus();
      close();
    } else if (event.key === 'Enter' && at === 0) {
      stops[1]?.click();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    }
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
})();
