import { MongoClient, type Collection } from "mongodb";
const client = new MongoClient(process.env.MONGO_URL!);
export async function users(): Promise<Collection> {
  await client.connect();
  return client.db("app").collection("users");
}
