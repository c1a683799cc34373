package alfworld

import (
	"slices"
	"strings"
)

// placements says which types of receptacle may hold each type of object, for
// the 61 types of ALFWorld's generator. The order within a row is the rank of
// the Zipf placement, the likeliest type first; for the uniform placement it
// means nothing. Rows are sorted by object type.
var placements = [...]struct{ object, receptacles string }{
	{"alarmclock", "sidetable box diningtable shelf coffeetable plate countertop desk dresser"},
	{"apple", "coffeetable garbagecan countertop pan pot microwave fridge diningtable plate sinkbasin sidetable bowl"},
	{"applesliced", "pan fridge microwave pot coffeetable plate countertop sidetable sinkbasin diningtable garbagecan bowl"},
	{"baseballbat", "coffeetable bed countertop diningtable sidetable"},
	{"basketball", "diningtable countertop sidetable armchair coffeetable dresser ottoman sofa bed desk"},
	{"book", "coffeetable armchair desk sofa countertop dresser cabinet bed plate drawer diningtable sidetable box ottoman shelf"},
	{"bowl", "dresser shelf sinkbasin desk diningtable cabinet microwave coffeetable countertop fridge sidetable"},
	{"box", "countertop dresser coffeetable sofa cabinet diningtable ottoman shelf desk sidetable armchair"},
	{"bread", "sidetable countertop garbagecan fridge diningtable microwave coffeetable"},
	{"breadsliced", "toaster fridge diningtable microwave coffeetable sidetable garbagecan countertop"},
	{"butterknife", "drawer pot sinkbasin plate mug countertop cup pan bowl sidetable diningtable coffeetable"},
	{"candle", "plate box drawer shelf sidetable cabinet desk bowl countertop toilet cart coffeetable dresser diningtable"},
	{"cd", "coffeetable shelf countertop drawer garbagecan sidetable plate dresser bowl diningtable safe cabinet box desk"},
	{"cellphone", "shelf sidetable ottoman bed armchair safe desk sofa box coffeetable plate drawer diningtable countertop dresser bowl"},
	{"cloth", "sofa plate coffeetable countertop toilet drawer dresser cabinet armchair bowl ottoman bathtubbasin desk sinkbasin shelf garbagecan sidetable box laundryhamper diningtable cart"},
	{"creditcard", "sofa plate drawer countertop sidetable safe box desk shelf diningtable ottoman armchair dresser bowl coffeetable"},
	{"cup", "dresser shelf microwave cabinet fridge countertop desk sidetable sinkbasin coffeetable diningtable"},
	{"dishsponge", "countertop bowl bathtubbasin sinkbasin pot diningtable shelf cabinet coffeetable plate toilet sidetable box cart garbagecan pan drawer"},
	{"egg", "garbagecan diningtable coffeetable bowl pot plate pan sinkbasin fridge sidetable countertop microwave"},
	{"fork", "diningtable sidetable pan bowl cup countertop plate drawer pot mug sinkbasin coffeetable"},
	{"glassbottle", "sidetable microwave box coffeetable sinkbasin fridge cabinet countertop desk plate diningtable dresser shelf"},
	{"handtowel", "sinkbasin handtowelholder countertop shelf bathtubbasin toilet diningtable cart sidetable cabinet drawer garbagecan coffeetable"},
	{"kettle", "sinkbasin stoveburner coffeetable shelf cabinet countertop sidetable diningtable"},
	{"keychain", "plate ottoman sofa drawer sidetable shelf bowl armchair desk countertop safe dresser coffeetable box mug diningtable"},
	{"knife", "mug plate countertop diningtable bowl sinkbasin pan coffeetable sidetable drawer pot"},
	{"ladle", "pan diningtable plate sinkbasin bowl coffeetable sidetable drawer cabinet pot countertop"},
	{"laptop", "ottoman coffeetable sofa sidetable countertop diningtable desk bed armchair dresser"},
	{"lettuce", "plate countertop sinkbasin pan bowl garbagecan coffeetable sidetable pot fridge diningtable"},
	{"lettucesliced", "sinkbasin pot pan countertop sidetable plate bowl garbagecan coffeetable fridge diningtable"},
	{"mug", "dresser coffeemachine bowl diningtable shelf fridge cabinet sinkbasin coffeetable sidetable desk cart plate countertop microwave box"},
	{"newspaper", "desk toilet countertop sofa coffeetable diningtable armchair sidetable shelf garbagecan dresser bed drawer cabinet ottoman"},
	{"pan", "diningtable sinkbasin cabinet coffeetable fridge sidetable countertop stoveburner"},
	{"papertowel", "countertop box coffeetable cart sidetable plate diningtable bowl shelf toilet garbagecan"},
	{"pen", "mug box bowl desk plate countertop dresser shelf sidetable diningtable garbagecan drawer coffeetable"},
	{"pencil", "countertop shelf coffeetable bowl diningtable desk garbagecan sidetable drawer dresser plate mug box"},
	{"peppershaker", "cabinet drawer coffeetable diningtable countertop sidetable shelf"},
	{"pillow", "bed sofa ottoman armchair"},
	{"plate", "microwave coffeetable countertop dresser diningtable shelf cabinet fridge desk sinkbasin sidetable"},
	{"plunger", "cabinet cart"},
	{"pot", "sidetable sinkbasin countertop cabinet diningtable fridge stoveburner shelf coffeetable"},
	{"potato", "diningtable plate pan pot garbagecan bowl fridge sinkbasin coffeetable sidetable countertop microwave"},
	{"potatosliced", "plate diningtable fridge sinkbasin garbagecan microwave sidetable countertop coffeetable pan pot bowl"},
	{"remotecontrol", "desk bowl diningtable shelf armchair drawer dresser ottoman coffeetable sidetable countertop sofa box"},
	{"saltshaker", "shelf sidetable countertop drawer coffeetable cabinet diningtable"},
	{"soapbar", "coffeetable countertop bathtubbasin drawer diningtable cart cabinet shelf toilet sidetable sinkbasin garbagecan"},
	{"soapbottle", "coffeetable countertop cart desk shelf diningtable toilet cabinet sidetable drawer garbagecan"},
	{"spatula", "pot coffeetable sinkbasin countertop diningtable sidetable drawer pan plate bowl"},
	{"spoon", "diningtable pot sidetable cup countertop sinkbasin plate mug pan drawer bowl coffeetable"},
	{"spraybottle", "sidetable toilet cart desk coffeetable dresser shelf diningtable cabinet drawer garbagecan countertop"},
	{"statue", "countertop diningtable safe cart box desk shelf sidetable dresser coffeetable"},
	{"tennisracket", "sidetable desk coffeetable diningtable bed dresser countertop"},
	{"tissuebox", "desk diningtable sidetable cart shelf cabinet countertop coffeetable tvstand dresser garbagecan toilet plate box drawer"},
	{"toiletpaper", "cart coffeetable drawer toiletpaperhanger garbagecan dresser desk diningtable cabinet shelf countertop toilet sidetable"},
	{"toiletpaperroll", "cabinet toiletpaperhanger dresser sidetable countertop garbagecan desk shelf coffeetable drawer diningtable cart toilet"},
	{"tomato", "sinkbasin bowl fridge garbagecan diningtable pot sidetable pan countertop microwave coffeetable plate"},
	{"tomatosliced", "sidetable countertop plate bowl fridge sinkbasin microwave diningtable pan pot coffeetable garbagecan"},
	{"towel", "towelholder"},
	{"vase", "coffeetable cabinet sidetable shelf diningtable countertop box desk dresser safe cart"},
	{"watch", "plate box dresser coffeetable bowl diningtable sidetable countertop desk shelf safe mug drawer"},
	{"wateringcan", "desk shelf sidetable cabinet coffeetable drawer diningtable countertop dresser"},
	{"winebottle", "coffeetable fridge diningtable dresser shelf garbagecan sidetable cabinet countertop desk"},
}

// PlacedTypes returns the object types of the placement table, sorted. The
// slice is the caller's.
func PlacedTypes() []string {
	out := make([]string, len(placements))
	for i, p := range placements {
		out[i] = p.object
	}
	return out
}

// Allowed returns the types of receptacle that may hold an object type, in the
// rank order of the Zipf placement, or none for a type outside the table. The
// slice is the caller's.
func Allowed(object string) []string {
	for _, p := range placements {
		if p.object == object {
			return strings.Fields(p.receptacles)
		}
	}
	return nil
}

// allows reports whether a receptacle of the type may hold the object type.
func allows(receptacle, object string) bool { return slices.Contains(Allowed(object), receptacle) }
