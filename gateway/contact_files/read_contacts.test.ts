// Files of contacts as other programs write them.
import { describe, expect, test } from 'vitest';
import { readContacts } from './read_contacts.ts';

interface Read {
  address?: string;
  name?: string;
  note?: string | undefined;
  groups?: readonly string[];
  code?: string;
}

const read = (kind: 'csv' | 'vcard', text: string): Read[] =>
  [...readContacts(kind, text)].filter((row) => row !== undefined);
const people = (text: string) =>
  read('csv', text).map(({ address, name, code }) => code ?? `${name}: ${address}`);
const lines = (...all: string[]) => all.join('\r\n');

describe('names in two columns', () => {
  test.each([
    ['Prénom;Nom;Téléphone', 'Marie;Durand;06', 'Marie Durand'],
    ['Nom;Prénom;Portable', 'Durand;Marie;06', 'Marie Durand'],
    ['Nombre;Apellidos;Teléfono', 'Lucía;Gómez Ruiz;06', 'Lucía Gómez Ruiz'],
    ['Nome;Cognome;Cellulare', 'Chiara;Neri;06', 'Chiara Neri'],
    ['Nome,Sobrenome,Celular', 'Ana,Silva,06', 'Ana Silva'],
    ['Name;Vorname;Telefon', 'Berger;Anna;06', 'Anna Berger'],
    ['Vorname;Nachname;Handynummer', 'Anna;Berger;06', 'Anna Berger'],
    ['Voornaam;Achternaam;Mobiel nummer', 'Sanne;de Vries;06', 'Sanne de Vries'],
    ['Imię;Nazwisko;Telefon komórkowy', 'Łukasz;Nowak;06', 'Łukasz Nowak'],
    ['Förnamn;Efternamn;Mobilnummer', 'Åsa;Öberg;06', 'Åsa Öberg'],
    ['Fornavn;Etternavn;Mobiltelefon', 'Kari;Nordmann;06', 'Kari Nordmann'],
    ['Ad;Soyad;Cep Telefonu', 'Ayşe;Yılmaz;06', 'Ayşe Yılmaz'],
    ['Имя;Фамилия;Телефон', 'Ольга;Иванова;06', 'Ольга Иванова'],
    ['First Name,Middle Name,Last Name,Phone', 'Ada,King,Lovelace,06', 'Ada King Lovelace'],
    // As Google once wrote them: the whole name beside its parts.
    ['Name,Given Name,Family Name,Phone 1 - Value', 'Ada Lovelace,Ada,Lovelace,06', 'Ada Lovelace'],
    ['Full Name,First Name,Phone', ',Ada,06', 'Ada'],
    ['Company,Phone', 'Acme,06', 'Acme'],
    ['First Name,Last Name,Company,Phone', ',,Acme,06', 'Acme'],
  ])('%s', (head, row, name) => {
    expect(people(lines(head, row))).toEqual([`${name}: 06`]);
  });
});

describe('numbers in several columns', () => {
  test('Google: the kinds stand in columns of their own, and several numbers in one cell', () => {
    const head = 'First Name,Last Name,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value';
    const file = [
      ...['Ada,Lovelace,Home,01,Mobile,02', 'Bo,Lund,Mobile,03 ::: 04,,', 'Cy,Young,,,Mobile,05'],
      ...['Di,Prince,Work Fax,06,Home,07', 'Ed,Fox,Home Fax,08,,', 'Flo,Gray,Home,09,Work,10'],
    ];
    expect(people(lines(head, ...file))).toEqual([
      ...['Ada Lovelace: 02', 'Bo Lund: 03', 'Bo Lund: 04', 'Cy Young: 05', 'Di Prince: 07'],
      ...['number_missing', 'Flo Gray: 09', 'Flo Gray: 10'],
    ]);
  });

  test.each([
    [
      'Outlook',
      '"First Name","Last Name","Business Phone","Business Fax","Home Phone","Mobile Phone","Assistant\'s Phone"',
      '"Ada","Lovelace","01","02","03","","05"',
      ['Ada Lovelace: 01', 'Ada Lovelace: 03'],
    ],
    [
      'Thunderbird',
      'First Name,Last Name,Display Name,Work Phone,Home Phone,Fax Number,Pager Number,Mobile Number,Notes',
      'Ada,Lovelace,Ada L.,01,02,03,04,05,x',
      ['Ada L.: 05'],
    ],
    [
      'Mailchimp',
      'Email Address,First Name,Last Name,Address,Phone Number,TAGS',
      'a@b.example,Ada,Lovelace,Hill 1,05,x',
      ['Ada Lovelace: 05'],
    ],
    [
      'without spaces',
      'FirstName,LastName,HomePhone,BusinessFax,MobilePhone',
      'Ada,Lovelace,01,02,05',
      ['Ada Lovelace: 05'],
    ],
    [
      'without spaces, and no mobile',
      'FullName,BusinessPhone,AssistantsPhone',
      'Ada Lovelace,01,02',
      ['Ada Lovelace: 01'],
    ],
    [
      'an old Google, in another alphabet',
      'Name,Given Name,Family Name,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value',
      'Имя Фамилия,Имя,Фамилия,,* My Contacts ::: School,* ,a@b.example,Mobile,+7 000 000-00-00,,',
      ['Имя Фамилия: +7 000 000-00-00'],
    ],
    ['Brevo', 'EMAIL,FIRSTNAME,LASTNAME,SMS', 'a@b.example,Ada,Lovelace,05', ['Ada Lovelace: 05']],
    [
      'HubSpot',
      'Record ID,First Name,Last Name,Phone Number,Mobile Phone Number',
      '1,Ada,Lovelace,01,05',
      ['Ada Lovelace: 05'],
    ],
    [
      'Shopify',
      'First Name,Last Name,Email,Accepts SMS Marketing,Default Address Address1,Default Address Phone,Phone,Note,Tags',
      'Ada,Lovelace,a@b.example,yes,Hill 1,01,01,x,vip',
      ['Ada Lovelace: 01'],
    ],
    ['our own', 'name,address,note,groups', '"Ada Lovelace","\'+4915","x","y"', ['Ada Lovelace: +4915']],
  ])('%s', (_program, head, row, expected) => {
    expect(people(lines(head, row))).toEqual(expected);
  });
});

test('what Excel and its neighbours put around a table is read past', () => {
  expect(people(lines('sep=;', 'Name;Phone', 'Ada;01'))).toEqual(['Ada: 01']);
  expect(people(lines('"sep=|"', 'Name|Phone', 'Ada|01'))).toEqual(['Ada: 01']);
  expect(people(lines('Name|Phone', 'Ada|01'))).toEqual(['Ada: 01']);
  expect(people(lines('Name\tPhone', 'Ada\t01'))).toEqual(['Ada: 01']);
  expect(people(lines('Name,Phone', 'Bo,="+4915"', 'Cy,"=""+4916"""'))).toEqual(['Bo: +4915', 'Cy: +4916']);
  expect(people(lines('Customers of 2026,', ',', 'as of 1 December,', 'Name,Phone', 'Ada,01'))).toEqual([
    'Ada: 01',
  ]);
});

test('a file without names has a number and a name in its first two columns, and any other is refused', () => {
  expect(people(lines('+4915,Ada', '+4916,Bo'))).toEqual(['Ada: +4915', 'Bo: +4916']);
  expect(people(lines('Our friends', 'Ada,+4915'))).toEqual(['number_missing', 'Ada: +4915']);
  const refusal = /csv must name its columns on one of its first 10 lines/;
  expect(() => people(lines('Ada,Lovelace', 'Bo,Lund'))).toThrow(refusal);
  expect(() => people(lines(...Array(10).fill('a,b'), 'Name,Phone', 'Ada,01'))).toThrow(refusal);
  expect(people(lines(...Array(9).fill('a,b'), 'Name,Phone', 'Ada,01'))).toEqual(['Ada: 01']);
});

test('tags are parted by commas, groups are not', () => {
  const groupsOf = (text: string) => read('csv', text)[0]?.groups;
  expect(groupsOf(lines('Name,Phone,Tags', 'Ada,01,"vip, ""newsletter"""'))).toEqual(['vip', 'newsletter']);
  expect(groupsOf(lines('Name,Phone,Groups', 'Ada,01,"Smith, Inc;Friends"'))).toEqual([
    'Smith, Inc',
    'Friends',
  ]);
  expect(groupsOf(lines('Name,Phone,Labels', 'Ada,01,* myContacts ::: Friends'))).toEqual(['Friends']);
});
