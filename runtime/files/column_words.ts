// What the columns of other programs' files hold, by their names: in the languages of spreadsheets and address books, and as Google,
// Outlook, Thunderbird, Mailchimp, Brevo, HubSpot and Shopify write them.

/** What a column holds, besides numbers. */
export type ColumnField = 'full' | 'name' | 'first' | 'middle' | 'last' | 'company' | 'note' | 'groups';

/** Which number a column holds. One that is called an address or a number alone may be no phone's, and counts where no other is there. */
export type NumberKind = 'mobile' | 'phone' | 'unsure';

/** A name without case, accents and the signs between its words. */
export const plainHead = (cell: string): string =>
  cell
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/[øœ]/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const list = (words: string) => words.split(/\s*,\s*/).map(plainHead);

const words: Readonly<Record<ColumnField, readonly string[]>> = {
  full: list(
    'full name, display name, complete name, contact name, customer name, contact, vollständiger name, anzeigename, angezeigter name, ' +
      'nom complet, nom affiché, nombre completo, nombre para mostrar, nome completo, nome visualizzato, nome de exibição, volledige naam, weergavenaam, ' +
      'imię i nazwisko, nazwa wyświetlana, fullständigt namn, visningsnamn, fulde navn, fullt navn, visningsnavn, ad soyad, adı soyadı, полное имя, фио',
  ),
  // In some languages the word for a name is that of the first one, in others of the family's: the other column says which.
  name: list('name, nom, nombre, nome, naam, namn, navn, nazwa, isim, ad, adı, имя'),
  first: list(
    'first name, firstname, given name, forename, vorname, prénom, nombre de pila, primer nombre, nome proprio, primeiro nome, voornaam, ' +
      'imię, förnamn, fornavn, fornavne',
  ),
  middle: list(
    'middle name, middlename, additional name, second name, zweiter vorname, weitere vornamen, deuxième prénom, segundo nombre, ' +
      'secondo nome, nome do meio, tweede voornaam, drugie imię, mellannamn, mellemnavn, mellomnavn, ikinci ad, отчество',
  ),
  last: list(
    'last name, lastname, family name, surname, nachname, familienname, zuname, nom de famille, apellido, apellidos, cognome, ' +
      'sobrenome, apelido, achternaam, nazwisko, efternamn, efternavn, etternavn, soyad, soyadı, фамилия',
  ),
  company: list(
    'company, company name, organization, organisation, organization name, organization 1 name, firma, firmenname, unternehmen, société, ' +
      'entreprise, empresa, azienda, società, organização, bedrijf, bedrijfsnaam, organisatie, företag, virksomhed, bedrift, şirket, компания, организация',
  ),
  note: list(
    'note, notes, notiz, notizen, anmerkung, anmerkungen, bemerkung, bemerkungen, kommentar, comment, comments, remarque, remarques, ' +
      'commentaire, nota, notas, notitie, notities, opmerkingen, uwagi, notatka, notatki, anteckning, anteckningar, notat, notater, ' +
      'bemærkning, bemærkninger, not, notlar, заметки, примечание',
  ),
  groups: list(
    'groups, group, labels, label, group membership, categories, category, tags, tag, lists, gruppen, gruppe, kategorien, kategorie, ' +
      'schlagwörter, groupes, groupe, étiquettes, catégories, catégorie, grupos, grupo, categorías, categoría, etiquetas, gruppi, gruppo, categorie, ' +
      'etichette, categorias, groepen, groep, grupy, grupa, kategorie, grupper, grupp, kategorier, kategori, gruplar, etiketler, группы, группа, метки',
  ),
};

/** Some programs write the words without spaces. */
const fields = new Map(
  Object.entries(words).flatMap(([field, known]) =>
    known.flatMap((word) =>
      [word, word.replaceAll(' ', '')].map((written) => [written, field as ColumnField] as const),
    ),
  ),
);

/** What a column of this name holds; undefined for anything else. */
export const fieldOfColumn = (head: string): ColumnField | undefined => fields.get(plainHead(head));

/** A part of a name, as a word or with whatever its language puts behind it. */
const within = (parts: string) => new RegExp(`(?:^| )(?:${parts})(?: |$)`);

/** Numbers that take no texts, and columns that say something about a number. */
const otherNumber =
  /fax|pager|beeper|telex|\btty\b|\btdd\b|assist|callback|ruckruf|radio|isdn|\b(label|type|typ|tipo|country|land|code|prefix|extension|ext|id|accepts?|marketing|consent|status|permission|date|opt|carrier|verified|valid)\b/;
const mobile = within(
  'mobile|mobilenumber|mobileno|mobil|cell|cellnumber|cellular|cellphone|handy|handynummer|handynr|mobiltelefon|mobilnummer|mobilnr|mobilephone|mobielnummer|mobieltje|' +
    'mobiel|portable|movil|celular|cellulare|telefonino|telemovel|gsm|natel|komorka|komorkowy|cep|iphone|мобильный|сотовый',
);
const phone = within(
  '[a-z]*phone|phonenumber|phoneno|telephonenumber|tel|telefon|telefonnummer|telefonnr|rufnummer|telefoon|telefoonnummer|telefono|telefone|telefonu|tlf|tlfnr|msisdn|телефон',
);
const aloneMobile = new Set(list('sms, whatsapp, text number'));
const unsure = new Set(
  list(
    'address, number, numbers, nummer, numéro, número, numero, numer, номер, to, recipient, empfänger, destinataire, destinatario',
  ),
);

/** Which number a column of this name holds; undefined for none. */
export function numberOfColumn(head: string): NumberKind | undefined {
  const plain = plainHead(head);
  if (aloneMobile.has(plain)) return 'mobile';
  if (otherNumber.test(plain)) return undefined;
  if (mobile.test(plain)) return 'mobile';
  if (phone.test(plain)) return 'phone';
  return unsure.has(plain) ? 'unsure' : undefined;
}

/** The kind of a number that a column beside it names, as Google's do: undefined for one that takes no texts. */
export function numberOfLabel(label: string): NumberKind | undefined {
  const plain = plainHead(label);
  if (otherNumber.test(plain)) return undefined;
  return mobile.test(plain) || aloneMobile.has(plain) ? 'mobile' : 'phone';
}

/** The column that says the kind of the number in this one: `Phone 1 - Label` of `Phone 1 - Value`. */
export const isLabelOf = (label: string, value: string): boolean => {
  const plain = plainHead(value);
  return (
    plain.endsWith(' value') &&
    [' label', ' type'].some((end) => plainHead(label) === plain.replace(/ value$/, end))
  );
};
