import ky, { HTTPError } from "ky";
export const createApi = (prefixUrl: string, apiKey: string) => {
  const api = ky.create({ prefixUrl, timeout: 8000, retry: { limit: 2 }, headers: { "X-API-Key": apiKey } });
  const wrap = async <T>(p: Promise<T>): Promise<T> => {
    try {
      return await p;
    } catch (e) {
      if (e instanceof HTTPError) throw new Error(`upstream answered ${e.response.status}`);
      throw new Error("upstream is not reachable");
    }
  };
  return {
    companyName: (id: string) => wrap(api.get(`companies/${encodeURIComponent(id)}`).json<{ employees: number }>()),
    createDeal: (deal: { title: string; amount: number }) => wrap(api.post("deals", { json: deal }).json<{ id: number }>()),
    deleteDeal: (id: number) => wrap(api.delete(`deals/${id}`).then(() => undefined)),
  };
};
export type Api = ReturnType<typeof createApi>;
