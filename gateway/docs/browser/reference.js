// Tries endpoints from the page of the reference: asks this service, with the key that the reader typed and without the
// cookies of the console. Keys are read from their fields when they are used, and kept nowhere else.
(() => {
  const keys = /** @type {HTMLFormElement} */ (document.querySelector('#keys'));
  keys.hidden = false;
  keys.addEventListener('submit', (event) => event.preventDefault());

  /** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

  /**
   * The request that a form describes.
   * @param {HTMLFormElement} form
   * @returns {[path: string, options: RequestInit]}
   */
  const requestOf = (form) => {
    const { method, path = '' } = form.dataset;
    const url = { path, query: new URLSearchParams() };
    const headers = new Headers();
    for (const field of /** @type {NodeListOf<Field>} */ (form.querySelectorAll('[data-in]'))) {
      const { name, value } = field;
      if (value === '') continue;
      if (field.dataset.in === 'path') url.path = url.path.replace(`{${name}}`, encodeURIComponent(value));
      else if (field.dataset.in === 'query') url.query.set(name, value);
      else headers.set(name, value.trim());
    }
    const kind = keyKindOf(form);
    if (kind) headers.set('Authorization', `Bearer ${keyField(kind).value.trim()}`);
    const body = /** @type {HTMLTextAreaElement | null} */ (form.querySelector('[name=body]'));
    if (body) headers.set('Content-Type', 'application/json');
    const query = String(url.query);
    return [
      query === '' ? url.path : `${url.path}?${query}`,
      { method, headers, body: body?.value, credentials: 'omit', cache: 'no-store' },
    ];
  };

  /** @param {HTMLFormElement} form */
  const keyKindOf = (form) =>
    /** @type {HTMLSelectElement | null} */ (form.querySelector('select[name=key]'))?.value ??
    form.dataset.key;

  /** @param {string} kind */
  const keyField = (kind) => /** @type {HTMLInputElement} */ (keys.elements.namedItem(kind));

  /**
   * @param {HTMLElement} place
   * @param {string} text
   * @param {boolean} isBad
   */
  const say = (place, text, isBad = false) => {
    const line = document.createElement('p');
    line.textContent = text;
    line.className = isBad ? 'bad' : '';
    place.replaceChildren(line);
  };

  /** @param {string} text */
  const readable = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };

  /**
   * @param {HTMLElement} place
   * @param {Response} answer
   */
  const show = async (place, answer) => {
    const text = await answer.text();
    say(place, `${answer.status} ${answer.statusText}`, !answer.ok);
    const body = document.createElement('pre');
    body.tabIndex = 0;
    body.textContent = readable(text);
    if (text !== '') place.append(body);
  };

  /** @param {HTMLFormElement} form */
  const prepare = (form) => {
    const place = /** @type {HTMLElement} */ (form.querySelector('.outcome'));
    const stop = /** @type {HTMLButtonElement} */ (form.querySelector('[name=stop]'));
    /** @type {AbortController | undefined} */
    let asking;
    const tryIt = async () => {
      const kind = keyKindOf(form);
      if (kind && keyField(kind).value.trim() === '') {
        say(place, 'Type a key first: the field is at the top of this page.', true);
        return keyField(kind).focus();
      }
      asking?.abort();
      const own = new AbortController();
      asking = own;
      stop.hidden = false;
      say(place, 'Waiting for the answer');
      try {
        const [path, options] = requestOf(form);
        await show(place, await fetch(path, { ...options, signal: own.signal }));
      } catch (error) {
        if (asking === own)
          say(
            place,
            own.signal.aborted ? 'Stopped.' : `No answer: ${/** @type {Error} */ (error).message}`,
            true,
          );
      }
      if (asking === own) stop.hidden = true;
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void tryIt();
    });
    stop.addEventListener('click', () => asking?.abort());
  };

  for (const details of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('details.try'))) {
    details.hidden = false;
    prepare(/** @type {HTMLFormElement} */ (details.querySelector('form')));
  }
})();
