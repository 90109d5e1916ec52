// How Android is made to keep an app alive, by the maker of the phone. The guide Phones says the same.
import { phones as say } from '../../words/en/phones.ts';

interface Maker {
  name: string;
  /** Fits the model as the app says it: the maker, a slash, the product. */
  fits: RegExp;
  steps: () => readonly string[];
}

/** What is done on every phone. */
export const onEveryPhone = (): readonly string[] => [
  say.every.optimization,
  say.every.unrestricted,
  say.every.unused,
];

export const makers: readonly Maker[] = [
  {
    name: 'Samsung',
    fits: /^samsung\b/i,
    steps: () => [say.samsung.sleeping, say.samsung.unused],
  },
  {
    name: 'Xiaomi, Redmi, Poco',
    fits: /^(xiaomi|redmi|poco)\b/i,
    steps: () => [say.xiaomi.autostart, say.xiaomi.lock],
  },
  {
    name: 'Huawei, Honor',
    fits: /^(huawei|honor)\b/i,
    steps: () => [say.huawei.launch],
  },
  {
    name: 'OnePlus, Oppo, Realme',
    fits: /^(oneplus|oppo|realme)\b/i,
    steps: () => [say.oppo.background, say.oppo.lock],
  },
  {
    name: 'Vivo, iQOO',
    fits: /^(vivo|iqoo)\b/i,
    steps: () => [say.vivo.background, say.vivo.autostart],
  },
  {
    name: 'Google Pixel',
    fits: /^google\b/i,
    steps: () => [say.pixel],
  },
  {
    name: 'Motorola',
    fits: /^motorola\b/i,
    steps: () => [say.motorola.standby, say.motorola.launch],
  },
];

/** The maker of a model; undefined for one that is not listed. */
export const makerOf = (model: string | null): Maker | undefined =>
  makers.find(({ fits }) => model !== null && fits.test(model));
